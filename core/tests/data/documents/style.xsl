<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink">
  <xsl:import href="base style.xsl"/>
  <xsl:include href="common.xsl#part"/>
  <xsl:template match="link[@href = 'a b']">
    <a href="{@href} and more" xlink:href="{concat('a b', .)}"><xsl:value-of select="."/></a>
    <img src="images/a b.png" alt="a > b"/>
    <xsl:if test="@a &lt; 3 and @b > 2"><hr/></xsl:if>
  </xsl:template>
</xsl:stylesheet>
