// Problem packages that tests make for themselves.

import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const YAML = `problem_format_version: 2025-09
type: pass-fail
name: Twice
uuid: 5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a58
limits:
  time_limit: 1
  memory: 64
`;

/** Writes files, by path below `folder`. */
export function write(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A sound package in `folder`: print twice the number. `files` are added, and win. */
export function twice(folder, files = {}) {
  const cases = { "sample/1": 3, "secret/1": 1, "secret/2": 21, "secret/3": 500 };
  const data = Object.entries(cases).flatMap(([name, number]) => [
    [`data/${name}.in`, `${number}\n`],
    [`data/${name}.ans`, `${2 * number}\n`],
  ]);
  return write(folder, {
    "problem.yaml": YAML,
    "statement/problem.en.md": "Read a number $n$. Print $2n$.\n",
    ...Object.fromEntries(data),
    "submissions/accepted/twice.py": "print(2 * int(input()))\n",
    ...files,
  });
}

/** `files` of `twice` for a problem with more and slower tests: each reads a number, so many cases. */
export function manyCases(count) {
  const cases = Array.from({ length: count }, (_, i) => i + 1000);
  return Object.fromEntries(
    cases.flatMap((number) => [
      [`data/secret/n${number}.in`, `${number}\n`],
      [`data/secret/n${number}.ans`, `${2 * number}\n`],
    ]),
  );
}

/** The bytes of a PDF of one page with a line of text (ISO 32000-1, annex H.2). */
export function pdf(words) {
  const text = `BT /F1 24 Tf 40 700 Td (${words}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const place = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer);
}

/** A copy of a folder. */
export function copy(from, to) {
  cpSync(from, to, { recursive: true });
  return to;
}

/** The bytes of a zip of what is in `folder`, stored without compression. */
export function zip(folder) {
  const files = walk(folder).map((path) => ({ name: Buffer.from(relative(folder, path)), bytes: readFileSync(path) }));
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    // Version 2.0, UTF-8 names, stored, 1980-01-01 (APPNOTE.TXT 4.4).
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from("PK\x03\x04"), common, name, bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(0o100644 * 0x10000, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x03"), common, place, name);
    offset += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.reduce((sum, part) => sum + part.length, 0), 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from("PK\x05\x06"), end]);
}

function walk(folder) {
  return readdirSync(folder).sort().flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
