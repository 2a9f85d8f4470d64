interface Said {
  text: string
  tone?: 'plain' | 'danger'
  /** Called when the chance to undo is over. */
  gone?(): void
  /**
   * What it changed, one name a thing, from the whole to its part (`device d1 name`). A newer change of the same thing
   * takes the chance from an older one: its words are no longer true, and taking it back would undo the newer one.
   */
  about?: readonly string[]
}

interface Undoable {
  /** Takes the action back; the toast then stays longer. */
  undo(): void
  about: readonly string[]
}

/** What is said once in a corner. Errors that need an action are strips in place, not toasts. */
export type ToastMessage = Said & (Undoable | { undo?: undefined })

export type ShownToast = ToastMessage & { id: number }

type Listener = () => void

/** The same thing, or one of them is a part of the other. */
const overlap = (one: string, other: string): boolean =>
  `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `)

/** One toast at a time. One without undo gives way at once; one with undo keeps its time. */
export class Toasts {
  #queue: readonly ShownToast[] = []
  #nextId = 1
  readonly #listeners = new Set<Listener>()

  /** Gives back what ends its time at once. */
  show(message: ToastMessage): () => void {
    const last = this.#queue.at(-1)
    if (last && last.text === message.text && !message.undo && !last.undo) return () => this.dismiss(last.id)
    const shown = { ...message, id: this.#nextId++ }
    const { about = [] } = message
    const over = this.#queue.filter((toast) =>
      toast.about?.some((thing) => about.some((other) => overlap(thing, other))),
    )
    const waiting = this.#queue.filter((toast) => toast.undo !== undefined && !over.includes(toast))
    this.#change([...waiting, shown])
    for (const toast of over) toast.gone?.()
    return () => this.dismiss(shown.id)
  }

  undo(id: number): void {
    const toast = this.#queue.find((one) => one.id === id)
    this.#change(this.#queue.filter((one) => one.id !== id))
    toast?.undo?.()
  }

  dismiss(id: number): void {
    const toast = this.#queue.find((one) => one.id === id)
    if (!toast) return
    this.#change(this.#queue.filter((one) => one.id !== id))
    toast.gone?.()
  }

  /** Forgets everything, e.g. on sign-out. */
  clear(): void {
    for (const { id } of this.#queue) this.dismiss(id)
  }

  current = (): ShownToast | undefined => this.#queue[0]

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #change(queue: readonly ShownToast[]): void {
    this.#queue = queue
    for (const wake of this.#listeners) wake()
  }
}

export const toasts = new Toasts()
