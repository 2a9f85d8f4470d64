import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, layoutOf } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'
import { examples } from './examples.ts'

const drawn = (name: string, head = {}) => {
  const example = examples.find((one) => one.name === name)
  if (!example) throw new Error(`No example ${name}`)
  const { placed, values } = example
  const home = homeWith(device('d', 'Device', layoutOf({ more: [placed] }), values, head), {
    at: '/devices/device/d',
  })
  return { home, path: `${placed.service}/${placed.property}` }
}

beforeAll(prepareTexts)

describe('an order that leaves nothing to show', () => {
  test('goes out with one press, and can be pressed again', () => {
    const { home, path } = drawn('identify')
    home.press('Identify').sentOnly(path, 'identify')
    expect(home.has('button', 'Identify').getAttribute('aria-busy')).toBe('true')
    home.answers(path, 'accepted').answers(path, 'confirmed')
    home.press('Identify')
    expect(home.fake.sent).toHaveLength(2)
  })

  test('each side of a switch is a button of its own', () => {
    const { home, path } = drawn('two sides')
    home.press('Stop').sentOnly(path, 'stop')
  })

  test('what cannot be taken back is pressed twice', () => {
    const { home, path } = drawn('asks again')
    home.press('Reset').sentNothing()
    home.press('Reset: press again to confirm').sentOnly(path, 'RESET')
  })

  test.each([
    ['after 5 seconds', (home: ReturnType<typeof drawn>['home']) => void home.wait(5000)],
    [
      'with Escape',
      () => void fireEvent.keyDown(screen.getByRole('button', { name: /again/ }), { key: 'Escape' }),
    ],
    ['when it is left', () => void fireEvent.blur(screen.getByRole('button', { name: /again/ }))],
  ])('a first press is forgotten %s', async (_how, forget) => {
    const { home } = drawn('asks again')
    home.press('Reset')
    forget(home)
    home.press('Reset').sentNothing()
  })

  // U-03
  test('says why it cannot be pressed', () => {
    const { home } = drawn('identify', { status: 5 })
    const button = home.has('button', 'Identify')
    expect((button as HTMLButtonElement).disabled).toBe(true)
    expect(button.closest('fieldset')?.title).toMatch(/offline/)
    fireEvent.click(button)
    home.sentNothing()
  })

  test('tells when the device did not take it, and offers to try again', () => {
    const { home, path } = drawn('identify')
    home.press('Identify').answers(path, 'failed', 'The device does not answer.')
    home.shows(/The device does not answer\./)
  })
})
