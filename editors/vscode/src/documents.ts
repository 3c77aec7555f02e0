// The documents that the server analyzes: XML, saved or not, and files in RDF.

import * as vscode from 'vscode';
import { SCHEMES } from './locate';

interface Filter {
  scheme?: string;
  language?: string;
  pattern?: string;
}

/** Languages of XML. Other extensions claim some of its file names: those of DTDs, of SVG. */
const LANGUAGES = ['xml', 'xsl', 'dtd', 'svg'];

/** XML by its file name, whichever extension has its language. */
const XML: Filter = {
  scheme: SCHEMES[0],
  pattern:
    '**/*.{xml,xsl,xslt,xsd,xpl,xproc,svg,rng,sch,dtd,xhtml,xht,rdf,owl,pom,atom,rss,kml,gpx,gml,gir,dita,ditamap,ditaval,opf,ncx,wsdl,wadl,xliff,xlf,tmx,tei,odd,csproj,fsproj,vbproj,vcxproj,nuspec,resx,xaml,docbook,dbk,mml,fo,smil,xbrl,xspf,fodt,fods,fodp,fodg,bpel,csl,doap,drawio,fzp,jnlp,jspx,qrc,srx,tagx,trix,wsdd,wxi,wxl,wxs,xba,xbl,xcs,xcu,xjb,xlb,xul}',
};

/** Languages of RDF, of a text without a file or with another name. */
const RDF_LANGUAGES = [
  'turtle', 'trig', 'n3', 'notation3', 'ntriples', 'n-triples', 'nquads', 'n-quads', 'sparql', 'jsonld', 'json-ld',
];

/** RDF, whichever extension has its languages: the server decides by the file name. */
const RDF: Filter = { scheme: SCHEMES[0], pattern: '**/*.{ttl,turtle,trig,n3,nt,nq,rq,ru,sparql,jsonld}' };

/** The configuration file, which has findings of its own. */
const CONFIGURATION: Filter = { scheme: SCHEMES[0], pattern: '**/.iri.toml' };

export function selector(): Filter[] {
  const added = vscode.workspace.getConfiguration('iri').get<string[]>('languages', []);
  const languages = new Set([...LANGUAGES, ...RDF_LANGUAGES, ...added]);
  const filters = [...languages].flatMap((language) => SCHEMES.map((scheme) => ({ scheme, language })));
  return [...filters, XML, RDF, CONFIGURATION];
}

export function isSupported(document: vscode.TextDocument): boolean {
  return vscode.languages.match(selector(), document) > 0;
}

export function hasSupportedDocument(): boolean {
  return vscode.workspace.textDocuments.some(isSupported);
}
