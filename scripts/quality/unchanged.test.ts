import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { whileUnchanged } from './unchanged.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-unchanged-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what is made of a file is made anew only once the file is another', () => {
  const file = join(folder, 'a.txt')
  let made = 0
  const read = () =>
    whileUnchanged(file, [file], () => {
      made += 1
      return readFileSync(file, 'utf8')
    })
  writeFileSync(file, 'one')
  expect([read(), read(), made]).toEqual(['one', 'one', 1])
  writeFileSync(file, 'three')
  expect([read(), read(), made]).toEqual(['three', 'three', 2])
  // Saved by rename, of the same length.
  writeFileSync(`${file}~`, 'seven')
  renameSync(`${file}~`, file)
  expect([read(), made]).toEqual(['seven', 3])
  rmSync(file)
  expect(() => read()).toThrow('ENOENT')
})
