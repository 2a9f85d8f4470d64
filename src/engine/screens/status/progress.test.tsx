import { screen as page } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeLanguage } from '#i18n/i18n.ts'
import type { StatusScreen } from '#schemas/generated/definitions/screen.ts'
import type { Definitions } from '../../engine.ts'
import { noSource, renderScreen } from '../../testing/render-screen.tsx'
import { Screen } from './Screen.tsx'

const upgrading: StatusScreen = {
  id: 'fw-upgrade',
  route: '/fw-upgrade',
  kind: 'status',
  picture: 'download',
  progress: { of: 'row.progress', stage: 'row.status', steps: ['accepted', 'downloading', 'installing'] },
  poll: { operation: 'getGateway', every: 'retry' },
}
const definitions = { screen: () => undefined, limit: () => 60_000 } as unknown as Definitions

beforeEach(() => changeLanguage('ch_EN'))

const open = (row: object) =>
  renderScreen({
    Screen,
    screen: upgrading,
    definitions,
    ports: { source: { ...noSource, one: async () => row } },
  })
const lines = () => page.queryAllByRole('listitem').map(({ textContent }) => textContent)

describe('the stages of a status screen', () => {
  test('stand in their order: what is done, what goes on, what is still to come', async () => {
    await open({ status: 'downloading', progress: 40 })
    expect(await page.findByText(/^40/)).toBeTruthy()
    expect(lines()).toEqual([
      'The gateway beginsdone',
      'The software is being loadedgoing on',
      'The software is being installedwaiting',
    ])
    expect(page.getAllByRole('listitem').map((line) => line.getAttribute('aria-current'))).toEqual([
      null,
      'step',
      null,
    ])
  })

  test('say by themselves that it goes on where no share is known', async () => {
    await open({ status: 'accepted' })
    expect(await page.findByText('going on')).toBeTruthy()
    expect(page.queryByRole('progressbar')).toBeNull()
  })

  test('are left out as long as nobody knows at which it is', async () => {
    await open({ status: 'unheard of' })
    expect(page.getByRole('progressbar')).toBeTruthy()
    expect(lines()).toEqual([])
  })
})
