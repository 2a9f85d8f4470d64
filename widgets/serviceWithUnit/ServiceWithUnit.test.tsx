import { cleanup, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, layoutOf, placed, plug } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'

beforeAll(prepareTexts)

describe('a value with its unit', () => {
  test('follows the device', () => {
    const home = homeWith(device('plug', 'Plug', plug, { 'MeterService/power': 1 }))
    home.shows('1.0').reports('MeterService/power', 12.34).shows('12.3')
  })

  test('in the head is a figure with its name for readers', () => {
    const header = placed('serviceWithUnit', 'TemperatureService', 'temperature', {
      kind: 'number',
      access: ['read'],
      unit: '°C',
      precision: 1,
    })
    const home = homeWith(
      device('d', 'Device', layoutOf({ header }), { 'TemperatureService/temperature': 21.25 }),
    )
    home.shows('21.3').shows('Temperature:')
  })

  test('an address on the page is a link that gives nothing away', () => {
    const link = placed('serviceWithUnit', 'CameraService', 'stream', { kind: 'text', access: ['read'] })
    homeWith(
      device('d', 'Device', layoutOf({ more: [link] }), {
        'CameraService/stream': 'https://camera.test/live',
      }),
      {
        at: '/devices/device/d',
      },
    )
    expect(screen.getByRole('link', { name: 'https://camera.test/live' }).getAttribute('rel')).toContain(
      'noreferrer',
    )
  })

  // 2.3-059
  test('a link of a camera is opened by its name, safely, by users while multimedia is on', () => {
    const of = (address: string) => {
      const live = placed(
        'serviceWithUnit',
        'CameraService',
        'LiveView',
        { kind: 'text', access: ['read'] },
        {
          section: 'externalLinks',
          options: {
            params: { look: 'link' },
            when: { all: [{ flag: 'MULTIMEDIA_SUPPORT' }, { not: { role: 'admin' } }] },
          },
        },
      )
      return device('d', 'Camera', layoutOf({ more: [live] }), { 'CameraService/LiveView': address })
    }
    const at = '/devices/device/d?section=externalLinks'
    const flags = new Set(['MULTIMEDIA_SUPPORT'])
    const link = () => screen.queryByRole('link', { name: 'Open Live view' })

    homeWith(of('https://camera.test/live'), { at, situation: { role: 'users', flags } })
    expect(link()?.getAttribute('href')).toBe('https://camera.test/live')
    expect(link()?.getAttribute('rel')).toBe('noreferrer noopener')
    cleanup()

    for (const situation of [
      { role: 'users' as const, flags: new Set<string>() },
      { role: 'admin' as const, flags },
    ]) {
      homeWith(of('https://camera.test/live'), { at, situation })
      expect(link()).toBeNull()
      cleanup()
    }

    homeWith(of('javascript:alert(1)'), { at, situation: { role: 'users', flags } }).shows(
      'The device names no address for this.',
    )
  })

  test('a text of 2 kB stays short', () => {
    const text = placed('serviceWithUnit', 'InfoService', 'text', { kind: 'text', access: ['read'] })
    const home = homeWith(
      device('d', 'Device', layoutOf({ control: text }), { 'InfoService/text': 'x'.repeat(2048) }),
    )
    home.shows(/^x{119}…$/)
  })
})
