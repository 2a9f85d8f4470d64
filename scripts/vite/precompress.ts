import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const SMALLEST = 512

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALLEST) return
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all([
    brotli(content, options).then((packed) => writeFile(`${file}.br`, packed)),
    zip(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}

/** Puts a `.br` and a `.gz` beside every text file, so that the server packs nothing while somebody waits. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      const texts = files.filter((file) => /\.(?:js|css|html|svg|json|webmanifest)$/.test(file))
      await Promise.all(
        texts.filter((file) => !file.startsWith('.vite')).map((file) => compress(join(folder, file))),
      )
    },
  }
}
