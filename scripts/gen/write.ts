import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const banner = '/* Made by `npm run gen`; edit what it is made from instead. */\n'
/** Where generated files are. */
export const folders = ['schemas/generated', 'gateway/generated']
const written = new Set<string>()

/** Writes one generated file, unless it stands there already. */
export function write(path: string, text: string, folder = 'schemas/generated'): void {
  const file = `${folder}/${path}`
  written.add(file)
  const next = banner + text
  if (existsSync(file) && readFileSync(file, 'utf8') === next) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, next)
}

/** Deletes generated files of what is gone. */
export function removeLeftovers(): void {
  const left = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`))
  for (const file of left) if (!written.has(file)) rmSync(file)
}
