import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { Calls } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAllTexts } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { GatewayOutageNews } from '#schemas/generated/entities/gateway-outage-news.ts'
import { OutageNews } from './OutageNews.tsx'

beforeAll(() => loadAllTexts())
beforeEach(() => changeLanguage('ch_EN'))

const screen: CustomScreen = { id: 'probe', route: '/', kind: 'custom', component: 'probe' }

test('two switches pressed after each other are each under way until each is answered', async () => {
  const news: GatewayOutageNews[] = ['A', 'B'].map((serialNumber) => ({
    ...{ serialNumber, name: `Home ${serialNumber}`, gateway: false, media: false },
  }))
  const answers = new Map<string, () => void>()
  const call = (async (_operation: string, { serialNumber }: { serialNumber: string }) => {
    await new Promise<void>((resolve) => answers.set(serialNumber, resolve))
    const one = news.find((each) => each.serialNumber === serialNumber)
    if (one) one.gateway = true
    return { ok: true, data: undefined }
  }) as Calls['call']
  const load = (async () => ({ data: structuredClone(news) })) as unknown as Calls['load']
  await renderScreen({
    Screen: () => <OutageNews serialNumber={undefined} />,
    screen,
    definitions,
    ports: { source: { ...noSource, call, load } },
  })
  const [a, b] = await page.findAllByRole('switch', { name: /^Gateway/ })
  const states = () =>
    [a, b].map((one) => [one?.getAttribute('aria-busy'), one?.getAttribute('aria-checked')].join(' '))
  for (const one of [a, b]) if (one) await act(async () => void fireEvent.click(one))
  expect(states()).toEqual(['true false', 'true false'])
  await act(async () => answers.get('B')?.())
  await waitFor(() => expect(states()).toEqual(['true false', ' true']))
  await act(async () => answers.get('A')?.())
  await waitFor(() => expect(states()).toEqual([' true', ' true']))
})

// 3.9-032
test('of a gateway with older software stands what it needs; what is on there can still be switched off', async () => {
  const home = (serialNumber: string, media: boolean, needs?: string): GatewayOutageNews => ({
    ...{ serialNumber, name: `Home ${serialNumber}`, gateway: false, media },
    ...(needs !== undefined && { needs }),
  })
  const load = (async () => ({
    data: [home('A', false), home('B', true, '3.4')],
  })) as unknown as Calls['load']
  await renderScreen({
    Screen: () => <OutageNews serialNumber={undefined} />,
    screen,
    definitions,
    ports: { source: { ...noSource, load, call: (async () => ({ ok: true })) as unknown as Calls['call'] } },
  })
  const row = await page.findByRole('row', { name: /Home B/ })
  expect(
    within(row)
      .getAllByRole('switch')
      .map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Media devices: Home B'])
  expect(row.textContent).toContain('Needs firmware 3.4')
  expect(within(page.getByRole('row', { name: /Home A/ })).getAllByRole('switch')).toHaveLength(2)
})
