// Writes what net/url makes of the references of standard input.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"unicode/utf8"
)

type row struct {
	Reference string  `json:"reference"`
	Base      *string `json:"base"`
}

// readable writes bytes that are not UTF-8 as \xE4.
func readable(text string) string {
	var out strings.Builder
	for len(text) > 0 {
		char, size := utf8.DecodeRuneInString(text)
		if char == utf8.RuneError && size == 1 {
			fmt.Fprintf(&out, "\\x%02x", text[0])
		} else {
			out.WriteRune(char)
		}
		text = text[size:]
	}
	return out.String()
}

func components(r row) map[string]any {
	parsed, err := url.Parse(r.Reference)
	if err == nil && r.Base != nil {
		var base *url.URL
		if base, err = url.Parse(*r.Base); err == nil {
			parsed = base.ResolveReference(parsed)
		}
	}
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	var userinfo any
	if parsed.User != nil {
		userinfo = parsed.User.String()
	}
	path := parsed.EscapedPath()
	if parsed.Opaque != "" {
		path = parsed.Opaque
	}
	return map[string]any{
		"scheme":   parsed.Scheme,
		"userinfo": userinfo,
		"host":     readable(parsed.Hostname()),
		"port":     parsed.Port(),
		"path":     path,
		"query":    parsed.RawQuery,
		"fragment": parsed.EscapedFragment(),
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			panic(err)
		}
		if err := out.Encode(components(r)); err != nil {
			panic(err)
		}
	}
}
