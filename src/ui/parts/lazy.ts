import {
  Component,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  lazy as reactLazy,
  use,
} from 'react'

/** What forgets a failure, of each part that did not come. */
const failures = new Set<() => void>()
/** Why parts did not come: no fault of theirs. */
const lost = new WeakSet<object>()

/** Whoever draws a part that did not come asks for it again from now on. */
export function forgetFailures(): void {
  for (const forget of failures) forget()
  failures.clear()
}

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
    if (typeof error === 'object' && error !== null && lost.has(error))
      return createElement(this.props.missing, { retry: this.#retry })
    throw error
  }
}

/**
 * A component whose code comes when it is drawn. React's own keeps a failure for ever; here whoever tries again asks for
 * the code again, since it may have failed for want of a connection.
 */
export function lazy<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): (props: P) => ReactNode {
  const begin = () =>
    reactLazy(() => {
      const coming = load()
      coming.catch((error: unknown) => {
        if (typeof error === 'object' && error !== null) lost.add(error)
        failures.add(() => (part = begin()))
      })
      return coming
    })
  let part = begin()
  return function Lazy(props) {
    const missing = use(MissingContext)
    const draw = () => createElement(part as ComponentType<P>, props)
    return missing ? createElement(Keeper, { missing, draw }) : draw()
  }
}
