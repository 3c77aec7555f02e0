// Records the serializations of the npm package whatwg-url: see README.md.

const fs = require("fs");
const path = require("path");
const { URL } = require("whatwg-url");

const file = path.join(process.argv[2], "whatwg.jsonl");
const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n").map(JSON.parse);
for (const line of lines) {
  line.href = URL.parse(line.reference, line.base ?? undefined)?.href ?? null;
}
// ASCII only, so that the file contains nothing that hides or reorders.
const escape = (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0");
const json = lines.map((line) => JSON.stringify(line).replace(/[\u007f-\uffff]/g, escape));
fs.writeFileSync(file, json.join("\n") + "\n");
