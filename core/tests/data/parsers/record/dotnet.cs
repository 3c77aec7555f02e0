using System;
using System.IO;
using System.Text;
using System.Globalization;

// Writes what System.Uri makes of the references of standard input.
static class Record {
    static string Unquote(string text, ref int at) {
        if (string.CompareOrdinal(text, at, "null", 0, 4) == 0) { at += 4; return null; }
        var found = new StringBuilder();
        for (at++; text[at] != '"'; at++) {
            if (text[at] != '\\') { found.Append(text[at]); continue; }
            char escape = text[++at];
            if (escape == 'u') { found.Append((char) int.Parse(text.Substring(at + 1, 4), NumberStyles.HexNumber)); at += 4; }
            else found.Append("\b\f\n\r\t\"\\/"["bfnrt\"\\/".IndexOf(escape)]);
        }
        at++;
        return found.ToString();
    }
    static string Quote(string text) {
        if (text == null) return "null";
        var found = new StringBuilder("\"");
        foreach (char c in text) {
            if (c < ' ' || c > '~' || c == '"' || c == '\\') found.AppendFormat("\\u{0:x4}", (int) c);
            else found.Append(c);
        }
        return found.Append('"').ToString();
    }
    static string Components(string reference, string resolvedAgainst) {
        Uri uri;
        try {
            uri = resolvedAgainst == null ? new Uri(reference) : new Uri(new Uri(resolvedAgainst), reference);
            // With a character above ASCII, this version returns the rest of the text for an empty host.
            string host = uri.Host == "" || uri.Host.IndexOfAny("/?#\\".ToCharArray()) >= 0 ? "" : uri.IdnHost;
            string path = uri.GetComponents(UriComponents.Path | UriComponents.KeepDelimiter, UriFormat.UriEscaped);
            string query = uri.Query, fragment = uri.Fragment, userinfo = uri.UserInfo;
            bool isDefault = uri.IsDefaultPort || uri.Port < 0;
            return "{\"scheme\": " + Quote(uri.Scheme)
                + ", \"userinfo\": " + Quote(userinfo == "" ? null : userinfo)
                + ", \"host\": " + Quote(host == "" ? null : host)
                + ", \"port\": " + (isDefault ? "null" : Quote(uri.Port.ToString()))
                + ", \"path\": " + Quote(path)
                + ", \"query\": " + Quote(query == "" ? null : query.Substring(1))
                + ", \"fragment\": " + Quote(fragment == "" ? null : fragment.Substring(1)) + "}";
        } catch (Exception error) {
            return "{\"error\": " + Quote(error.GetType().Name + ": " + error.Message) + "}";
        }
    }
    static void Main() {
        var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        string line;
        while ((line = input.ReadLine()) != null) {
            int at = line.IndexOf("\"reference\": ") + 13;
            string reference = Unquote(line, ref at);
            at = line.IndexOf("\"base\": ", at) + 8;
            Console.WriteLine(Components(reference, Unquote(line, ref at)));
        }
    }
}
