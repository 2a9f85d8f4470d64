import { unifiedMergeView } from '@codemirror/merge'
import type { Extension } from '@codemirror/state'

export interface Comparison {
  /** The text that ours is held against. */
  other: string
  /** What takes a part of the other text; keeps ours, where there is a choice. */
  take: string
  keep?: string
}

/** Where two texts differ: the other's lines stand above ours, each difference with what can be done about it. */
export const compare = ({ other, take, keep }: Comparison): Extension =>
  unifiedMergeView({
    original: other,
    collapseUnchanged: { margin: 3, minSize: 6 },
    mergeControls: (kind, act) => {
      const label = kind === 'reject' ? take : keep
      if (label === undefined) return document.createElement('span')
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = label
      button.addEventListener('mousedown', act)
      // A keyboard presses without a mouse.
      button.addEventListener('click', (event) => {
        if (event.detail === 0) act(event)
      })
      return button
    },
  })
