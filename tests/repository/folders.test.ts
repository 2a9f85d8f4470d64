import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const MOST = 25

test('no folder of code holds more files than one overlooks', () => {
  const places = ['src', 'widgets', 'server', 'gateway', 'scripts', 'bench', 'tests', 'e2e']
  const files = execFileSync('git', ['ls-files', ...places], { encoding: 'utf8' })
  const held = Map.groupBy(files.trim().split('\n'), dirname)
  expect(held.size).toBeGreaterThan(150)
  expect([...held].flatMap(([folder, { length }]) => (length > MOST ? `${folder}: ${length}` : []))).toEqual(
    [],
  )
})
