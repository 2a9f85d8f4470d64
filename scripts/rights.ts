/** Writes tests/http/rights.golden.json anew: who may call what. Read the difference before you keep it. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const run = (script: string, ...args: string[]): number =>
  spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, GATEHOUSE_RIGHTS: 'write' },
  }).status ?? 1

process.exitCode =
  run('vitest/vitest.mjs', 'run', '--project', 'system', 'tests/http/rights.test.ts') ||
  run('@biomejs/biome/bin/biome', 'check', '--write', 'tests/http/rights.golden.json')
