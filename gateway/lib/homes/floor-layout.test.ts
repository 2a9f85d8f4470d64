import { expect, test } from 'vitest'
import { withDeviceIds } from './floor-layout.ts'

const layoutOf = (devices: unknown) => ({
  floors: [{ floor_id: 'f', floor_name: 'F', rooms: [{ room_id: 'r', room_name: 'R', devices }] }],
})

// 2.3-067 2.3-068
test.each([
  ['ids', ['a', 'b']],
  ['an object with devices', { devices: ['a', 'b'] }],
  ['objects with devices', [{ devices: ['a'] }, { devices: [{ device_id: 'b' }] }]],
  ['devices as objects', [{ id: 'a' }, { device_id: 'b', device_name: 'B' }]],
])("spec 2 §3 a room's devices may come as %s", (_how, devices) => {
  expect(withDeviceIds(layoutOf(devices))).toEqual(layoutOf(['a', 'b']))
})

test.each([undefined, null, 7, [], {}, { floors: 7 }, { floors: [7, { rooms: [7] }] }])(
  'what is no layout is left as it is: %j',
  (layout) => {
    expect(withDeviceIds(layout)).toEqual(layout)
  },
)
