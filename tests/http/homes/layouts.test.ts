import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { Site } from '../kit.ts'

interface Answer {
  layouts: Record<string, string>
  contents?: Record<string, DeviceLayout>
}

let site: Site
let home: string
beforeAll(async () => {
  site = await Site.open()
  home = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

const layouts = async (query: string): Promise<Answer> =>
  (await site.get(`/api/home/DOC4-7F21-90A3/layouts${query}`, home)).json<Answer>()

test('the layouts of a home come along when asked for, each once, as they come one by one', async () => {
  const { layouts: hashes, contents = {} } = await layouts('?contents=all')
  expect(Object.keys(contents).sort()).toEqual([...new Set(Object.values(hashes))].sort())
  const [hash = ''] = Object.keys(contents)
  // Alone it brings its words and icons along; together they come once.
  const { speech, ...alone } = (await site.get(`/api/catalogue/layouts/${hash}`, home)).json<
    Record<string, unknown>
  >()
  expect(alone).toEqual(contents[hash])
  expect(speech).toBeDefined()
})

test('without being asked for they stay away', async () => {
  const answer = await layouts('')
  expect(Object.keys(answer.layouts).length).toBeGreaterThan(0)
  expect(answer.contents).toBeUndefined()
})
