import { expect, test, vi } from 'vitest'
import { loadAreas, loadParts } from './i18n.ts'

const asked = vi.hoisted(() => ({ files: 0 }))
vi.mock('#i18n/files.ts', () => {
  asked.files += 1
  return { files: {} }
})

test('a screen whose words came with the first ones asks for no list of files, which is a way to the server and back', async () => {
  await loadParts(['quick_controls', 'house'])
  expect(asked.files).toBe(0)
  // Neither does what comes by itself: without a part of its own it would bring every text there is.
  await loadAreas(['recipes', 'asking'])
  expect(asked.files).toBe(0)
  await loadAreas(['an area that no part has'])
  expect(asked.files).toBe(1)
})
