import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { device, layoutOf } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'
import { examples } from './examples.ts'

const path = (property: string) => `IRBlasterService/${property}`

const blaster = (name: string, values: Readonly<Record<string, RawValue>> = {}, head = {}) => {
  const example = examples.find((one) => one.name === name)
  if (!example) throw new Error(`No example ${name}`)
  const given = Object.fromEntries(Object.entries(values).map(([key, value]) => [path(key), value]))
  return homeWith(
    device('d', 'Blaster', layoutOf({ more: [example.placed] }), { ...example.values, ...given }, head),
    { at: '/devices/device/d' },
  )
}
/** The dialog is open; its code has come. */
const remote = async (...of: Parameters<typeof blaster>) => {
  const home = blaster(...of)
  home.press(/Open the remote|Which device/)
  await homeSettled()
  return { home, dialog: within(screen.getByRole('dialog')) }
}
const homeSettled = () => act(async () => {})
const keys = () => within(screen.getByRole('dialog')).getAllByRole('button')

// What a dialog is made of takes its time to come.
beforeAll(async () => {
  await Promise.all([prepareTexts(), import('#ui/dialog/DialogFrame.tsx')])
}, 60_000)
afterEach(() => toasts.clear())

describe('an infrared blaster', () => {
  // 2.4-069, 2.4-070
  test.each([
    ['STB', 1, 5, 6],
    ['TV', 2, 5, 6],
    ['AC', 3, 1, 2],
    ['DVD', 4, 5, 6],
  ])('for %s on and off send their command values', (_name, type, on, off) => {
    const home = blaster('television', { type })
    home.press('On').press('Off')
    expect(home.fake.sent.map(({ value }) => value)).toEqual([on, off])
  })

  // 2.2-066, 2.2-069, 2.2-070, 2.2-071, 2.2-072
  test.each([
    ['STB', 1, ['STB', '123', 'TV keypad']],
    ['TV', 2, ['123', 'Keypad']],
    ['AC', 3, []],
    ['DVD', 4, ['DVD', 'TV keypad']],
  ])('the full view of %s shows its tabs; one alone needs none', async (_name, type, tabs) => {
    const { dialog } = await remote('television', { type })
    expect(dialog.queryAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs)
    expect(keys().length).toBeGreaterThan(10)
  })

  test('tabs are changed by arrow keys', async () => {
    const { dialog } = await remote('television', { type: 1 })
    fireEvent.keyDown(dialog.getByRole('tablist'), { key: 'ArrowRight' })
    expect(dialog.getByRole('tab', { selected: true }).textContent).toBe('123')
    dialog.getByRole('button', { name: 'Seven' })
  })

  // 2.2-067, 2.2-073
  test('without a device the full view asks for one', async () => {
    const { home, dialog } = await remote('no device yet')
    dialog.getByText('Which device does it control?')
    home.press('Air conditioner').sentOnly(path('type'), 3)
    home.reports(path('type'), 3)
    expect(dialog.getByRole('button', { name: 'Warmer' })).toBeTruthy()
  })

  test('another device, or none, can be chosen at any time', async () => {
    const { home } = await remote('television')
    home.press('Other device').press('No device').sentOnly(path('type'), 0)
  })

  test('a key sends its command and shows that it does', async () => {
    const { home, dialog } = await remote('television')
    const one = dialog.getByRole('button', { name: 'One' })
    fireEvent.click(one)
    expect(home.fake.sent).toHaveLength(1)
    expect(home.fake.sent[0]?.address.property).toBe('command')
    expect(one.dataset.state).toBe('active')
    home.answers(path('command'), 'accepted').answers(path('command'), 'confirmed')
    expect(one.dataset.state).toBe('normal')
  })

  test('an order that failed says why in the full view', async () => {
    const { home, dialog } = await remote('television')
    fireEvent.click(dialog.getByRole('button', { name: 'One' }))
    home.answers(path('command'), 'failed', 'The device does not answer.')
    expect(dialog.getByText('The device does not answer.')).toBeTruthy()
  })
})

describe('spec 2 §4 learning', () => {
  const taught = async () => {
    const { home, dialog } = await remote('television')
    fireEvent.click(dialog.getByRole('switch', { name: 'Learn keys' }))
    home.sentOnly(path('LearnMode'), true)
    home.reports(path('LearnMode'), true)
    fireEvent.click(dialog.getByRole('button', { name: 'Seven' }))
    home.reports(path('LearnStatus'), 1)
    const key = () => dialog.getByRole('button', { name: /^Seven/ })
    return { home, dialog, key }
  }

  // 2.4-066, 2.4-068
  test('the switch turns learning on; the key that is learnt says that it waits', async () => {
    const { dialog, key } = await taught()
    expect(key().dataset.state).toBe('inProgress')
    expect(key().getAttribute('aria-label')).toBe('Seven, is being learnt')
    dialog.getByText(/^Waiting for Seven/)
    expect(toasts.current()).toBeUndefined()
  })

  // 2.4-067, 2.8-024
  test('255: the key shows success, and a toast says it once', async () => {
    const { home, key } = await taught()
    home.reports(path('LearnStatus'), 255)
    expect(key().dataset.state).toBe('success')
    expect(toasts.current()?.text).toBe('Learning successful')
    toasts.clear()
    home.reports(path('LearnStatus'), 255)
    expect(toasts.current()).toBeUndefined()
  })

  // 2.4-065, 2.8-023
  test('0: the key shows failure, and a toast says it', async () => {
    const { home, key } = await taught()
    home.reports(path('LearnStatus'), 0)
    expect(key().dataset.state).toBe('failed')
    expect(toasts.current()?.text).toBe('Learning failed')
  })

  test('a status from before the page was opened is told to nobody', async () => {
    await remote('television', { LearnStatus: 255 })
    expect(toasts.current()).toBeUndefined()
  })

  test('the switch turns learning off', async () => {
    const { home, dialog } = await taught()
    fireEvent.click(dialog.getByRole('switch', { name: 'Learn keys' }))
    expect(home.fake.sent.at(-1)).toMatchObject({ value: false })
  })

  test('where the gateway keeps the codes, keys without one can only be learnt', async () => {
    const { home, dialog } = await remote('codes kept by the gateway')
    const warmer = () => dialog.getByRole('button', { name: /^Warmer/ }) as HTMLButtonElement
    expect(warmer().disabled).toBe(true)
    expect(warmer().getAttribute('aria-label')).toBe('Warmer, not learnt yet')
    home.reports(path('LearnMode'), true)
    expect(warmer().disabled).toBe(false)
    home.reports(path('LearnMode'), false).reports(path('LearnedKeys'), [1, 2, 3, 4, 5, 6, 7, 8])
    expect(warmer().getAttribute('aria-label')).toBe('Warmer')
  })
})

describe('codes that the gateway keeps', () => {
  test('are deleted key by key, and the last one can be had back', async () => {
    const { home, dialog } = await remote('codes kept by the gateway')
    const forgetting = dialog.getByRole('switch', { name: 'Delete codes' })
    fireEvent.click(forgetting)
    fireEvent.click(dialog.getByRole('button', { name: 'On, delete its code' }))
    expect(home.fake.sent.at(-1)).toMatchObject({ value: [2, 7] })
    home.reports(path('LearnedKeys'), [2, 7])
    expect(dialog.getByText('The code of “On” is deleted.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(home.fake.sent.at(-1)).toMatchObject({ value: [1, 2, 7] })
    home.reports(path('LearnedKeys'), [1, 2, 7])
    expect(dialog.queryByText(/is deleted/)).toBeNull()
    fireEvent.click(forgetting)
    fireEvent.click(dialog.getByRole('button', { name: 'On' }))
    expect(home.fake.sent.at(-1)).toMatchObject({ value: 1 })
  })

  test('are not deleted while keys are learnt', async () => {
    const { dialog } = await remote('codes kept by the gateway', { LearnMode: true })
    expect((dialog.getByRole('switch', { name: 'Delete codes' }) as HTMLButtonElement).disabled).toBe(true)
  })

  test('of a device that keeps them itself cannot be deleted here', async () => {
    const { dialog } = await remote('television')
    expect(dialog.queryByRole('switch', { name: 'Delete codes' })).toBeNull()
  })
})

describe('where it cannot be used', () => {
  // U-03
  test('the full view opens all the same, says why, and sends nothing', async () => {
    const { home, dialog } = await remote('television', {}, { status: 5 })
    expect(dialog.getByText(/offline/)).toBeTruthy()
    const one = dialog.getByRole('button', { name: 'One' }) as HTMLButtonElement
    expect(one.disabled).toBe(true)
    fireEvent.click(one)
    home.sentNothing()
  })

  // U-02
  test('a device that disappears takes its open remote along', async () => {
    const { home } = await remote('television')
    home.removes()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(home.faults).toEqual([])
  })

  test('values of any kind leave it standing', async () => {
    const { home } = await remote('codes kept by the gateway')
    for (const odd of [null, 'x'.repeat(2048), [1, null, 'a'], { a: 1 }, Number.NaN])
      for (const name of ['type', 'LearnMode', 'LearnStatus', 'LearnedKeys']) home.reports(path(name), odd)
    expect(home.faults).toEqual([])
  })
})
