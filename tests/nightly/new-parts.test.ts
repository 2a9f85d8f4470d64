import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'new-'))
const apart =
  /^(?:node_modules|dist|dist-local|dist-server|data|\.git|\.cache|test-results|coverage|\.stryker-tmp)(?:\/|$)/
cpSync(root, scratch, { recursive: true, filter: (from) => !apart.test(relative(root, from)) })
symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** What a program of the copy says; one that fails throws with it. */
const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(scratch, program), ...args], { cwd: scratch, encoding: 'utf8' })

const written = (...args: readonly string[]): string[] =>
  (run('scripts/new.ts', ...args).split('\n\n')[0] ?? '').split('\n')

/** What of the project lists commands, screens, widgets, calls and drivers. */
const LISTS = [
  'gateway/core/commands.ts',
  'gateway/drivers/drivers.ts',
  'widgets/registry.ts',
  'server/http/api.ts',
]

/** Of these files, of what lists them, and of what they import: of the whole project it would take thirty times as long. */
function checkTypes(files: readonly string[]): void {
  const include = ['src/**/*.d.ts', ...[...files, ...LISTS].filter((file) => /\.tsx?$/.test(file))]
  // What the compiler remembers lies in the folder that the copy shares with the project.
  const compilerOptions = { incremental: false, tsBuildInfoFile: null }
  writeFileSync(
    join(scratch, 'tsconfig.new.json'),
    JSON.stringify({ extends: './tsconfig.json', compilerOptions, include }),
  )
  run('node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.new.json')
}

test('what is new touches few files, and the checks accept it as it is written', () => {
  const command = written('command', 'rooms/paint_room')
  expect(command).toEqual([
    'schemas/channel/asyncapi.json',
    'gateway/core/rooms/commands/paint-room.ts',
    'locales/ch_DE/commands.json',
    'locales/ch_EN/commands.json',
  ])
  const screen = written('screen', 'admin/kept_messages', 'outbox')
  expect(screen).toHaveLength(3)
  const widget = written('widget', 'waterLevel')
  expect(widget.filter((file) => !file.startsWith('widgets/waterLevel/'))).toHaveLength(2)
  const call = written('call', 'deployment/readCertificates')
  expect(call).toEqual(['schemas/api/deployment.json', 'server/http/deployment/handlers.ts'])
  const driver = written('driver', 'esphome')
  expect(driver.filter((file) => !file.startsWith('gateway/drivers/esphome/'))).toEqual([
    'gateway/drivers/drivers.ts',
  ])

  run('scripts/gen.ts')
  run('scripts/quality/configuration.ts')
  expect(run('scripts/catalogue-check.ts')).toContain('in order')
  run('scripts/check-locales.ts')
  run('node_modules/@biomejs/biome/bin/biome', 'check', ...command, ...screen, ...widget, ...call, ...driver)
  checkTypes([...command, ...screen, ...widget, ...call, ...driver])
  expect(readFileSync(join(scratch, 'schemas/generated/channel.ts'), 'utf8')).toContain('paint_room')
  expect(readFileSync(join(scratch, 'docs/configuration.md'), 'utf8')).toContain('`GATEHOUSE_ESPHOME`')
  expect(run('gateway/main.ts', '--help')).toContain('--esphome <topic>')
  expect(() => run('gateway/main.ts', '--serial', 'S1', '--driver', 'nobody', '--setup-port', '0')).toThrow(
    'tasmota, esphome or virtual',
  )
})
