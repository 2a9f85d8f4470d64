import {
  Component,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  lazy as reactLazy,
  use,
  useState,
} from 'react'
import { inTime, PART_MS } from '#lib/in-time.ts'

/** What forgets a failure, of each part that did not come. */
const failures = new Set<() => void>()
/** Why parts did not come: no fault of theirs. */
const lost = new WeakSet<object>()

/** A part did not come, and fails wherever it is drawn until somebody tries again, which `forget` is told. */
export function keepFailure(error: unknown, forget: () => void): void {
  if (typeof error === 'object' && error !== null) lost.add(error)
  failures.add(forget)
}

/** Whether something failed for want of a part that did not come. */
export const isLost = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && lost.has(error)

/** Whoever draws a part that did not come asks for it again from now on. */
export function forgetFailures(): void {
  for (const forget of failures) forget()
  failures.clear()
}

/** Told of each part that is drawn before it has come: whoever pressed something for it is shown that it comes. */
export const awaited = { tell: (_coming: Promise<unknown>): void => {} }

/**
 * Stands in the place of a part that did not come, so that it takes nothing else along: what was typed beside it stays.
 * Where there is none the boundary around it decides.
 */
export const MissingContext = createContext<ComponentType<{ retry(): void }> | undefined>(undefined)

interface KeeperProps {
  missing: ComponentType<{ retry(): void }>
  draw(): ReactNode
}

/** Faults of the part itself go on to the boundary around it. */
class Keeper extends Component<KeeperProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  #retry = (): void => {
    forgetFailures()
    this.setState({ error: undefined })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.draw()
    if (isLost(error)) return createElement(this.props.missing, { retry: this.#retry })
    throw error
  }
}

/** A component whose code comes later. */
export interface Lazy<P> {
  (props: P): ReactNode
  /** Brings the code before it is drawn. */
  load(): Promise<void>
  hasCome(): boolean
}

/**
 * A component whose code comes when it is drawn. React's own keeps a failure for ever; here whoever tries again asks for
 * the code again, since it may have failed for want of a connection. What has come before it is drawn is drawn at once:
 * React would show a fallback first, and let that stand for 300 ms.
 */
export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Lazy<P> {
  let here: ComponentType<P> | undefined
  const fetched = async (): Promise<{ default: ComponentType<P> }> => {
    const part = await inTime(load(), PART_MS)
    here = part.default
    return part
  }
  const begin = () =>
    reactLazy(() => {
      const coming = fetched()
      awaited.tell(coming)
      coming.catch((error: unknown) => keepFailure(error, () => (part = begin())))
      return coming
    })
  let part = begin()
  function Lazy(props: P): ReactNode {
    // Once it is drawn it stays the same component, or it would begin anew.
    const [come] = useState(() => here)
    const missing = use(MissingContext)
    const draw = () => createElement((come ?? part) as ComponentType<P>, props)
    return missing ? createElement(Keeper, { missing, draw }) : draw()
  }
  return Object.assign(Lazy, {
    load: async () => void (here ?? (await fetched())),
    hasCome: () => here !== undefined,
  })
}
