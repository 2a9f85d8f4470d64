import { expect, test } from 'vitest'
import '#data/house.ts'
import { toastDelayAt } from './definitions.ts'

// 1.9-011 1.9-013
test('a toast hides after 5 s, and after 3 s wherever announcements are written and followed', () => {
  for (const path of ['', '/log', '/template', '/details/c1'].map((rest) => `/announcement${rest}`))
    expect([path, toastDelayAt(path)]).toEqual([path, 3000])
  for (const path of ['/devices/quick_controls', '/announcements', '/nowhere'])
    expect([path, toastDelayAt(path)]).toEqual([path, 5000])
})
