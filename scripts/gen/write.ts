import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const banner = '/* Made by `npm run gen`; edit the schema instead. */\n'
const written = new Set<string>()

/** Writes one generated file below schemas/generated, unless it stands there already. */
export function write(path: string, text: string): void {
  const file = `schemas/generated/${path}`
  written.add(file)
  const next = banner + text
  if (existsSync(file) && readFileSync(file, 'utf8') === next) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, next)
}

/** Deletes generated files whose schema is gone. */
export function removeLeftovers(): void {
  for (const file of globSync('schemas/generated/**/*.{ts,js}')) if (!written.has(file)) rmSync(file)
}
