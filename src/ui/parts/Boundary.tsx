import { Component, type ReactNode } from 'react'
import { forgetFailures } from './lazy.ts'

interface Props {
  /** A change starts over, e.g. another route. */
  of: string
  fallback(retry: () => void, error: unknown): ReactNode
  onError?(error: unknown): void
  children: ReactNode
}

interface State {
  failed: boolean
  error?: unknown
}

/** Keeps the fault of one part from taking the others with it. */
export class Boundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error }
  }

  override componentDidCatch(error: unknown): void {
    // By itself: the browser's own `reportError` throws when it is called as a method of something else.
    const { onError } = this.props
    onError?.(error)
  }

  override componentDidUpdate(before: Props, { failed }: State): void {
    // What has failed with the change itself is new: begun over at once it would be waited for a second time.
    if (failed && this.state.failed && before.of !== this.props.of) this.#retry()
  }

  #retry = (): void => {
    forgetFailures()
    this.setState({ failed: false, error: undefined })
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.#retry, this.state.error) : this.props.children
  }
}
