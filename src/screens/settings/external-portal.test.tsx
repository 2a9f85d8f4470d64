import { screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { Screen } from '#engine/screens/sections/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import * as actions from './actions.ts'

const portal = 'https://portal.example/me'
const assign = vi.fn()
beforeEach(async () => {
  await changeLanguage('ch_EN')
  vi.stubGlobal('location', { assign, hash: '' })
})
afterEach(() => {
  assign.mockClear()
  vi.unstubAllGlobals()
})

const open = (url: string) =>
  renderScreen({
    Screen,
    screen: screens.get('external_portal') as SectionsScreen,
    definitions,
    ports: { source: { ...noSource, one: async () => ({ url }) } },
    actions,
  })

// 1.6-071
describe('EXTERNAL_PORTAL', () => {
  test('1.6-071 says where it leads and leaves only when asked to', async () => {
    await open(portal)
    expect(await page.findByText(portal)).toBeDefined()
    expect(assign).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: 'Go to the portal' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith(portal))
  })

  test('whoever would rather stay stays', async () => {
    const { address } = await open(portal)
    await userEvent.click(await page.findByRole('button', { name: 'Stay here' }))
    await waitFor(() => expect(address()).toBe('/user_settings'))
    expect(assign).not.toHaveBeenCalled()
  })

  test('without an address that the server vouches for nothing leads anywhere', async () => {
    await open('')
    expect(await page.findByRole('button', { name: 'Stay here' })).toBeDefined()
    expect(page.queryByRole('button', { name: 'Go to the portal' })).toBeNull()
  })

  test('B-06 an address that is no page on the web leads nowhere', async () => {
    await open('javascript:alert(1)')
    await userEvent.click(await page.findByRole('button', { name: 'Go to the portal' }))
    expect(assign).not.toHaveBeenCalled()
  })
})
