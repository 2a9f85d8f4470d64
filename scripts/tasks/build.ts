import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { commandIndex } from '../gen/command-index.ts'
import { must } from './run.ts'

const inputs = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public/**/*',
  'src/**/*',
  'widgets/**/*',
  'gateway/{lib,rules}/**/*',
  'locales/**/*',
  'schemas/**/*.json',
  'scripts/{gen,vite,locales}/**/*',
  'catalogue/{screens,resources,forms,documents,menus,local,infrared,scenes,widgets}/**/*.json',
  'catalogue/*.json',
]
const mark = 'dist/.inputs'

function inputsHash(): string {
  const hash = createHash('sha256')
  for (const file of globSync(inputs, { exclude: ['schemas/generated/**'] }).sort()) {
    if (/\.test\.tsx?$/.test(file) || !/\.[a-z]+$/i.test(file)) continue
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Makes types, validators and the app, unless they stand there already for the same files. */
export async function build(): Promise<void> {
  // Its files are none of the app's, and may have moved since.
  commandIndex()
  const hash = inputsHash()
  const made = [mark, 'dist-local/index.html', 'schemas/generated/channel.ts']
  if (made.every((file) => existsSync(file)) && readFileSync(mark, 'utf8') === hash) return
  console.log('Building the app ...')
  await must('scripts/gen.ts')
  await must('vite', ['build', '--logLevel', 'error'])
  // The setup page of gateways is a program of its own.
  await must('vite', ['build', '--config', 'scripts/vite/local.config.ts', '--logLevel', 'error'])
  writeFileSync(mark, hash)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build()
