import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashOf } from './hash-of.ts'

test('a hash of files changes with a content, a name and one file more, and not with their order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hash-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const [one, two, copy] = [put('one', 'a'), put('two', 'b'), put('copy', 'a')]
  const before = hashOf([one, two])
  expect(hashOf([two, one, two])).toBe(before)
  expect(hashOf([copy, two])).not.toBe(before)
  expect(hashOf([one, two, copy])).not.toBe(before)
  put('two', 'c')
  expect(hashOf([one, two])).not.toBe(before)
})
