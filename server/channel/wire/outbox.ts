import type { Clock } from '#gateway/core/ports.ts'
import type { Limits } from '../limits.ts'
import type { Wire } from './wire.ts'

/** A wire is given so much at once, and so much altogether before some of it has left. */
const PIECE = 16 * 1024
const UNDER_WAY = 4 * PIECE

/**
 * What leaves for one client, in pieces: what leaves shows whether it reads, however slow its link is. Whoever reads nothing
 * while much waits is stuck, and whoever reads too slowly for what it asks for is too, at many times as much.
 */
export class Outbox {
  readonly #wire: Pick<Wire, 'send'>
  readonly #clock: Pick<Clock, 'now'>
  readonly #limits: Pick<Limits, 'waitingBytes' | 'mostWaitingBytes' | 'stuckMs'>
  #pieces: Buffer[] = []
  #waiting = 0
  #underWay = 0
  #leftAt = 0
  #handing = false

  constructor({
    wire,
    clock,
    limits,
  }: {
    wire: Pick<Wire, 'send'>
    clock: Pick<Clock, 'now'>
    limits: Pick<Limits, 'waitingBytes' | 'mostWaitingBytes' | 'stuckMs'>
  }) {
    this.#wire = wire
    this.#clock = clock
    this.#limits = limits
  }

  get stuck(): boolean {
    const { waitingBytes, mostWaitingBytes, stuckMs } = this.#limits
    const waiting = this.#waiting + this.#underWay
    if (waiting < waitingBytes) return false
    return waiting >= mostWaitingBytes || this.#clock.now() - this.#leftAt >= stuckMs
  }

  send(bytes: Buffer): void {
    if (this.#waiting + this.#underWay === 0) this.#leftAt = this.#clock.now()
    for (let at = 0; at < bytes.length; at += PIECE) this.#pieces.push(bytes.subarray(at, at + PIECE))
    this.#waiting += bytes.length
    this.#hand()
  }

  /** Gives the wire all that waits: nothing follows. */
  flush(): void {
    for (const piece of this.#pieces.splice(0)) this.#wire.send(piece)
  }

  #hand(): void {
    if (this.#handing) return
    this.#handing = true
    let handed = 0
    for (const piece of this.#pieces) {
      if (this.#underWay >= UNDER_WAY) break
      handed += 1
      this.#waiting -= piece.length
      this.#underWay += piece.length
      this.#wire.send(piece, () => {
        this.#underWay -= piece.length
        this.#leftAt = this.#clock.now()
        this.#hand()
      })
    }
    this.#pieces.splice(0, handed)
    this.#handing = false
  }
}
