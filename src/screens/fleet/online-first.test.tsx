import { screen as page, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ListQuery, Row, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/list/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import * as actions from './actions.tsx'

const gatewayOf = (serialNumber: string, connectionStatus: string): Row => ({
  serialNumber,
  name: serialNumber,
  model: 'DOC400',
  connectionStatus,
})

test('the chooser asks for gateways that are online first, and connects only to those', async () => {
  const asked: ListQuery[] = []
  const list: Source['list'] = async (_resource, query) => {
    asked.push(query)
    return { rows: [gatewayOf('ONE', 'online'), gatewayOf('TWO', 'offline')], total: 2 }
  }
  await renderScreen({
    Screen,
    screen: screens.get('gate_select') as ListScreen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, list } },
    actions,
  })
  const rowOf = async (name: string) =>
    within((await page.findByRole('cell', { name: new RegExp(`^${name}`) })).closest('tr') as HTMLElement)
  expect((await rowOf('ONE')).getByRole('button', { name: 'Connect' })).toBeTruthy()
  expect((await rowOf('TWO')).queryByRole('button', { name: 'Connect' })).toBeNull()
  expect(asked[0]?.order).toBe('-connectionStatus')
})
