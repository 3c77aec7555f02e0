import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/** Writes what java.net.URI makes of the references of standard input, with the argument `url` what java.net.URL does. */
public class Record {
    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8).useDelimiter("\n");
        while (lines.hasNext()) {
            String line = lines.next();
            String reference = member(line, "reference");
            String base = member(line, "base");
            System.out.println(arguments.length > 0 ? url(reference, base) : components(reference, base));
        }
    }

    static String url(String reference, String base) {
        try {
            URL url = base == null ? new URL(reference) : new URL(new URL(base), reference);
            String port = url.getPort() < 0 ? null : Integer.toString(url.getPort());
            return "{\"scheme\": " + json(url.getProtocol()) + ", \"userinfo\": " + json(url.getUserInfo())
                + ", \"host\": " + json(url.getHost()) + ", \"port\": " + json(port) + ", \"path\": " + json(url.getPath())
                + ", \"query\": " + json(url.getQuery()) + ", \"fragment\": " + json(url.getRef()) + "}";
        } catch (MalformedURLException error) {
            return "{\"error\": " + json(error.getMessage()) + "}";
        }
    }

    static String components(String reference, String base) {
        try {
            URI uri = new URI(reference);
            if (base != null) {
                uri = new URI(base).resolve(uri);
            }
            String path = uri.isOpaque() ? uri.getRawSchemeSpecificPart() : uri.getRawPath();
            String port = uri.getPort() < 0 ? null : Integer.toString(uri.getPort());
            return "{\"scheme\": " + json(uri.getScheme()) + ", \"userinfo\": " + json(uri.getRawUserInfo())
                + ", \"host\": " + json(uri.getHost()) + ", \"port\": " + json(port) + ", \"path\": " + json(path)
                + ", \"query\": " + json(uri.getRawQuery()) + ", \"fragment\": " + json(uri.getRawFragment()) + "}";
        } catch (URISyntaxException error) {
            return "{\"error\": " + json(error.getMessage()) + "}";
        }
    }

    /** The string of a member in one line of JSON, as Python writes it; null if it is null. */
    static String member(String line, String name) {
        String key = "\"" + name + "\": ";
        int at = line.indexOf(key) + key.length();
        if (line.charAt(at) != '"') {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (at++; line.charAt(at) != '"'; at++) {
            char c = line.charAt(at);
            if (c == '\\') {
                c = line.charAt(++at);
                switch (c) {
                    case 'n' -> c = '\n';
                    case 't' -> c = '\t';
                    case 'r' -> c = '\r';
                    case 'b' -> c = '\b';
                    case 'f' -> c = '\f';
                    case 'u' -> {
                        c = (char) Integer.parseInt(line.substring(at + 1, at + 5), 16);
                        at += 4;
                    }
                    default -> { }
                }
            }
            text.append(c);
        }
        return text.toString();
    }

    static String json(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
