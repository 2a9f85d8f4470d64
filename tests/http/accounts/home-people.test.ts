import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { Site } from '../kit.ts'

let site: Site
beforeAll(async () => {
  site = await Site.open()
})
afterAll(() => site.close())

test('who may use a home is known by name to whoever may use it, and to nobody else', async () => {
  const guest = await site.sessionOf('demo-guest')
  const answer = await site.get(`/api/home/${SN}/people`, guest)
  const { people } = answer.json<{ people: { user_id: string; name: string }[] }>()
  expect(people.map(({ user_id }) => user_id).toSorted()).toEqual(['demo-guest', 'demo-home', 'demo-support'])
  expect(people.find(({ user_id }) => user_id === 'demo-home')?.name).toBe('Seraina Bühler')
  // Nothing else of anybody: no address, no role.
  expect([...new Set(people.flatMap((one) => Object.keys(one)))].toSorted()).toEqual(['name', 'user_id'])
})
