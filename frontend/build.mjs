// Bundles src/ into the folder given on the command line: hashed names, plus manifest.json that maps
// each entry ("practice.js") to its file. Usage: node build.mjs OUTDIR
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const outdir = process.argv[2];
if (!outdir) {
  console.error("usage: node build.mjs OUTDIR");
  process.exit(2);
}

const result = await esbuild.build({
  absWorkingDir: here,
  entryPoints: ["src/practice.js"],
  outdir: resolve(outdir),
  bundle: true,
  minify: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  legalComments: "linked",
  metafile: true,
});

const manifest = {};
for (const [file, output] of Object.entries(result.metafile.outputs)) {
  if (output.entryPoint) manifest[basename(output.entryPoint)] = basename(file);
}
await mkdir(outdir, { recursive: true });
await writeFile(join(outdir, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
