import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileStore } from './file-store.ts'

let folder = ''
let path = ''
const journal = (): string => `${path}.journal`
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-file-'))
  path = join(folder, 'home.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const again = async () => Object.fromEntries(await new FileStore(path).load())
/** A home that has long been lived in. */
async function large() {
  const store = new FileStore(path)
  await store.load()
  await store.put(new Map([['past', 'x'.repeat(100_000)]]))
  return store
}

describe('a home in a file', () => {
  test('that is small is replaced as a whole', async () => {
    const store = new FileStore(path)
    await store.load()
    await store.put(
      new Map<string, unknown>([
        ['a', 1],
        ['b', { c: [true, null] }],
      ]),
    )
    await store.put(
      new Map<string, unknown>([
        ['a', undefined],
        ['d', 'e'],
      ]),
    )
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ b: { c: [true, null] }, d: 'e' })
    expect(() => statSync(journal())).toThrow('ENOENT')
  })

  test('that is large is left alone: what changes is appended', async () => {
    const store = await large()
    const { mtimeMs, size } = statSync(path)
    await store.put(new Map([['a', 1]]))
    await store.put(
      new Map<string, unknown>([
        ['a', undefined],
        ['b', 2],
      ]),
    )
    expect([statSync(path).mtimeMs, statSync(path).size]).toEqual([mtimeMs, size])
    expect(statSync(journal()).size).toBeLessThan(100)
    expect(await again()).toEqual({ past: 'x'.repeat(100_000), b: 2 })
  })

  test('S-01 half a line at the end of the journal is a batch that was not stored; what comes after it is', async () => {
    const store = await large()
    await store.put(new Map([['a', 1]]))
    await store.put(new Map([['b', 2]]))
    for (let cut = 1; cut < 8; cut++) {
      truncateSync(journal(), statSync(journal()).size - 1)
      expect(await again()).toEqual({ past: 'x'.repeat(100_000), a: 1 })
    }
    const next = new FileStore(path)
    await next.load()
    await next.put(new Map([['c', 3]]))
    expect(await again()).toEqual({ past: 'x'.repeat(100_000), a: 1, c: 3 })
  })

  test('S-01 a journal that its file already contains changes nothing', async () => {
    const store = await large()
    await store.put(new Map([['a', 1]]))
    const left = readFileSync(journal(), 'utf8')
    const next = new FileStore(path)
    await next.load()
    await next.put(new Map([['b', 2]]))
    writeFileSync(journal(), left)
    expect(await again()).toEqual({ past: 'x'.repeat(100_000), a: 1, b: 2 })
  })

  test('does not grow without end', async () => {
    const store = await large()
    for (let at = 0; at < 60; at++) await store.put(new Map([['a', 'y'.repeat(10_000)]]))
    expect(statSync(path).size + statSync(journal()).size).toBeLessThan(700_000)
    expect(await again()).toMatchObject({ a: 'y'.repeat(10_000) })
  })

  test('what could not be written is not true, and is not there later', async () => {
    const store = await large()
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'in the way')
    await expect(store.put(new Map([['a', 1]]))).rejects.toThrow()
    rmSync(folder)
    await store.put(new Map([['b', 2]]))
    expect(await again()).toEqual({ past: 'x'.repeat(100_000), b: 2 })
  })

  test('whatever is put in whatever order is read back', async () => {
    const batch = fc.array(
      fc.tuple(
        fc.constantFrom('a', 'b', 'c'),
        fc.option(fc.string({ maxLength: 40_000 }), { nil: undefined }),
      ),
      { maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { maxLength: 12 }), async (batches) => {
        rmSync(path, { force: true })
        rmSync(journal(), { force: true })
        const store = await large()
        const wanted = new Map<string, unknown>([['past', 'x'.repeat(100_000)]])
        for (const changes of batches) {
          await store.put(new Map(changes))
          for (const [key, value] of new Map(changes)) {
            if (value === undefined) wanted.delete(key)
            else wanted.set(key, value)
          }
        }
        expect(await again()).toEqual(Object.fromEntries(wanted))
      }),
      { numRuns: 15 },
    )
  })
})
