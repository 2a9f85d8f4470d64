/** What is said once in a corner. Errors that need an action are strips in place, not toasts. */
export interface ToastMessage {
  text: string
  tone?: 'plain' | 'danger'
  /** Takes the action back; the toast then stays longer. */
  undo?(): void
  /** Called when the chance to undo is over. */
  gone?(): void
}

export interface ShownToast extends ToastMessage {
  id: number
}

type Listener = () => void

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
    const waiting = this.#queue.filter((toast) => toast.undo !== undefined)
    this.#change([...waiting, shown])
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
