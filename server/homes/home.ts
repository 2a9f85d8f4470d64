import type { BridgeTrouble } from '#schemas/generated/entities/bridge-trouble.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'

/** A home as the server knows it: hosted here, or the shadow of one that is elsewhere. */
export interface Home {
  readonly serialNumber: string
  devices(): readonly Device[]
  /** One of them, without looking at the others: what is asked at every event. */
  device(id: string): Device | undefined
  floors(): readonly Floor[]
  /** Bridges that are away. */
  bridges(): readonly BridgeTrouble[]
  /** IANA name of the zone by whose clocks it lives; undefined while its gateway has not told. */
  zone(): string | undefined
  /** Rules, as far as the server holds them: a gateway elsewhere keeps its own, unless somebody follows them. */
  rules(): readonly Rule[]
  /** Of a home elsewhere: from now on the server holds them; `scenes` of whoever looks on says when they have come. */
  followRules?(): void
  /** Number of the last event that the devices contain. */
  seq(): number
  online(): boolean
}
