import { cleanup, fireEvent, screen as page } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { BlockProps } from '#engine/engine.ts'
import type { Calls } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAllTexts } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { AlarmInbox } from './AlarmInbox.tsx'
import { AlarmList } from './define/AlarmList.tsx'
import { Recipients } from './define/Recipients.tsx'

beforeAll(async () => {
  await loadAllTexts()
  await changeLanguage('ch_EN')
})
afterEach(cleanup)

const screen: CustomScreen = { id: 'probe', route: '/', kind: 'custom', component: 'probe' }
const load = vi.fn(async (): Promise<never> => {
  throw Object.assign(new Error('It burns'), { code: 'BURNS' })
})

const pages: readonly [string, ComponentType<BlockProps>, Record<string, string>][] = [
  ['inbox', AlarmInbox, {}],
  ['all that one alarm told', AlarmInbox, { alarmCode: 'smoke' }],
  ['alarms', AlarmList, {}],
  ['recipients', Recipients, {}],
]

test.each(pages)(
  'a page of alarms that did not come says why and counts nothing: %s',
  async (_name, Page, params) => {
    await renderScreen({
      Screen: () => <Page params={params} />,
      screen,
      definitions,
      ports: {
        source: {
          ...noSource,
          load: load as unknown as Calls['load'],
          call: load as unknown as Calls['call'],
        },
      },
    })
    expect((await page.findByRole('alert')).textContent).toContain('It burns')
    expect(document.body.textContent).not.toMatch(/\d/)
    const before = load.mock.calls.length
    fireEvent.click(page.getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(load.mock.calls.length).toBeGreaterThan(before))
  },
)
