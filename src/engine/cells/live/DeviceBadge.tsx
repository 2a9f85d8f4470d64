import { iconNamed } from '#ui/Icon.tsx'
import { Badge, type Tone } from '#ui/Tag.tsx'
import type { DeviceHead } from '../../ports.ts'
import { partAt, shines } from '../../property/state/lit.ts'
import { useProperty } from '../../property/state/useProperty.ts'
import { useMain } from './use-main.ts'

/** Nothing is asked for: an address that no device has. */
const NOTHING = { service: '', property: '' }

function toneOf(head: DeviceHead, { reading, delivery }: ReturnType<typeof useMain>, lit: boolean): Tone {
  if (head.status === 4 || delivery.phase === 'failed') return 'danger'
  if (delivery.phase === 'diverged') return 'warn'
  if (head.status === 5 || head.status === 7) return 'off'
  return lit || reading?.level === 'lit' ? 'lit' : 'plain'
}

/** What a device is, and whether it shines or wants a look. */
export function DeviceBadge({ head, size }: { head: DeviceHead; size?: 'small' }) {
  const { layout } = head
  const { value } = useProperty({ device: head.id, ...(layout?.lit ?? NOTHING) })
  const lit = layout?.lit !== undefined && shines(value, partAt(layout, layout.lit))
  return <Badge icon={iconNamed(head.icon, 'device')} tone={toneOf(head, useMain(head), lit)} size={size} />
}
