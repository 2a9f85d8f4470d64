import { afterAll, beforeAll, expect, test } from 'vitest'
import catalogue from '#catalogue/limits.json' with { type: 'json' }
import type { SavedFilter } from '#schemas/generated/entities/saved-filter.ts'
import { Site } from './kit.ts'

let site: Site
let admin: string
let viewer: string
beforeAll(async () => {
  site = await Site.open()
  admin = await site.sessionOf('demo-admin')
  viewer = await site.sessionOf('demo-home')
})
afterAll(() => site.close())

const PATH = '/api/crm/profile/filters'
const filter = (name: string, screen = 'gate_select'): SavedFilter => ({
  ...{ screen, name },
  asks: { search: 'Bern', order: '-name', filters: { condition: 'offline' } },
})
const keep = (body: unknown, sessionId = admin) => site.call('PUT', PATH, { headers: { sessionId }, body })
const list = async (sessionId = admin) =>
  (await site.call('GET', PATH, { headers: { sessionId } })).json<{ data: SavedFilter[] }>().data
const drop = (screen: string, name: string, sessionId = admin) =>
  site.call('DELETE', `${PATH}?screen=${screen}&name=${encodeURIComponent(name)}`, { headers: { sessionId } })

test('Z-02 filters are kept under clean names, for whoever keeps them alone', async () => {
  expect((await keep(filter('  Weg in\u202e Zürich & Co '))).status).toBe(204)
  expect(await list()).toEqual([filter('Weg in Zürich & Co')])
  expect(await list(viewer)).toEqual([])
  expect((await drop('gate_select', 'Weg in Zürich & Co', viewer)).status).toBe(404)
  expect((await drop('audit', 'Weg in Zürich & Co')).status).toBe(404)
  expect((await drop('gate_select', 'Weg in Zürich & Co')).status).toBe(204)
  expect(await list()).toEqual([])
})

test('V-01 what is no name, no list and no filter is refused', async () => {
  const asks = filter('x').asks
  for (const body of [
    filter(' \u200b '),
    filter('x'.repeat(129)),
    { ...filter('x'), screen: '../audit' },
    { ...filter('x'), asks: { ...asks, filters: { condition: { $gt: '' } } } },
    { ...filter('x'), asks: { ...asks, filters: { 'a b': 'c' } } },
    { ...filter('x'), asks: { ...asks, order: 'name; drop' } },
  ])
    expect((await keep(body)).status).toBe(400)
  expect(await list()).toEqual([])
})

test('a list has as many as the catalogue says; another one has its own', async () => {
  for (let at = 0; at < catalogue.limits.savedFiltersOfList.value; at++) await keep(filter(`Filter ${at}`))
  const more = await keep(filter('One more'))
  expect([more.status, more.json<{ errorCode: string }[]>()[0]?.errorCode]).toEqual([
    409,
    'TOO_MANY_SAVED_FILTERS',
  ])
  expect((await keep(filter('Filter 0'))).status).toBe(204)
  expect((await keep(filter('One more', 'audit'))).status).toBe(204)
})
