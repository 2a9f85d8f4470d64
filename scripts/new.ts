/**
 * `npm run new -- call|command|driver|screen|widget <name>`: writes the files that it takes, with what must be filled in, and says
 * what is left to do. A model of a device has a command of its own, `npm run new-device`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newCall } from './new/call.ts'
import { newCommand } from './new/command.ts'
import { type Draft, Refused } from './new/draft.ts'
import { newDriver } from './new/driver.ts'
import { newScreen } from './new/screen.ts'
import { newWidget } from './new/widget.ts'
import { optionsOf } from './tasks/options.ts'

const kinds: Readonly<Record<string, (root: string, names: readonly string[]) => Draft>> = {
  call: newCall,
  command: newCommand,
  driver: newDriver,
  screen: newScreen,
  widget: newWidget,
}

/** As everything here is formatted; a folder without our packages is left as it is. */
function format(root: string, files: readonly string[]): void {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  if (existsSync(biome)) spawnSync(process.execPath, [biome, 'check', '--write', ...files], { cwd: root })
}

const { positionals, values } = optionsOf(`npm run new -- ${Object.keys(kinds).join('|')} <name>`, {
  allowPositionals: true,
  options: { root: { type: 'string', default: process.cwd() } },
})
const [kind = '', ...names] = positionals
try {
  const make = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!make) throw new Refused(`What is new? One of ${Object.keys(kinds).join(', ')}.`)
  const { files, left } = make(values.root, names)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(values.root, file)), { recursive: true })
    writeFileSync(join(values.root, file), text)
    console.log(file)
  }
  format(values.root, Object.keys(files))
  console.log(`\nLeft for you:\n${left.map((line) => `- ${line}`).join('\n')}`)
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
