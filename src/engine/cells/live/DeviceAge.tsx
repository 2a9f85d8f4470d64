import type { DeviceHead } from '../../ports.ts'
import { Ago } from '../Ago.tsx'
import { useMain } from './use-main.ts'

/** When a device was last heard of: the report of its main value, else its last change of status. */
export function DeviceAge({ head }: { head: DeviceHead }) {
  const { at } = useMain(head)
  const last = at ?? head.statusSince
  return last === undefined ? null : <Ago at={last} />
}
