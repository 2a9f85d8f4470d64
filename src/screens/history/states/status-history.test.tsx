import { fireEvent, screen as page, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { StatusHistory } from './StatusHistory.tsx'

vi.mock('#engine/charts/Plot.tsx', () => ({ default: () => null }))

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['charts', 'history', 'statuses', 'screens'])
}, 60_000)

/** The page of a status in a home that has one, `away`; what is asked for is answered when told to, in vain at first. */
async function open(statusId: string) {
  const told: (() => void)[] = []
  let works = false
  await renderScreen({
    Screen: StatusHistory as never,
    screen: screens.get('status_history') as CustomScreen,
    definitions,
    params: { statusId },
    ports: {
      source: {
        ...noSource,
        one: async ({ command }) => {
          if (command === undefined) return { entries: {} }
          await new Promise<void>((resolve) => told.push(resolve))
          if (!works) throw new Error('away')
          return { collection: [{ resource_id: 'away', name: 'away', state: false }] }
        },
      },
    },
  })
  return {
    /** Answers, each way in which it is asked, until this is so. */
    until: async <T,>(so: () => T): Promise<T> =>
      await waitFor(() => {
        for (const tell of told.splice(0)) tell()
        return so()
      }),
    works() {
      works = true
    },
  }
}

const heading = () => page.getByRole('heading', { level: 1 }).textContent

test('the page of a status waits for its name, says when that does not come, and asks again', async () => {
  const { until, works } = await open('away')
  expect(heading()).toBe('Course of the status')
  const retry = await until(() => page.getByRole('button', { name: 'Try again' }))
  works()
  fireEvent.click(retry)
  await until(() => expect(heading()).toBe('History of Away'))
})

test('a status that is gone is said to be, with the way back', async () => {
  const { until, works } = await open('gone')
  works()
  await until(() => expect(heading()).toBe('This status is not there any more'))
  expect(page.getByRole('link').getAttribute('href')).toBe('/scenes/statuses')
})
