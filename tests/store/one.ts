import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openStore, type Store } from '#server/store/store.ts'
import { memory } from '../support/surroundings.ts'

/** One store for all tests of a file, which keep out of each other's way; in memory, where there is such a thing. */
export function oneStore(): { readonly store: Store } {
  const path = mkdtempSync(join(memory, 'gatehouse-store-'))
  let open: Store | undefined
  beforeAll(async () => {
    open = await openStore(join(path, 'data'))
  })
  afterAll(async () => {
    await open?.close()
    rmSync(path, { recursive: true, force: true })
  })
  return {
    get store() {
      if (!open) throw new Error('The store opens before the first test')
      return open
    },
  }
}
