import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import styles from './ask.module.css'
import { SentenceField } from './SentenceField.tsx'

/** What understands sentences, and the words for it, come when somebody is about to say one. */
const loadAnswer = () => import('./Answer.tsx')
const Answer = lazyPart(loadAnswer, ['asking'])

/** In the address: a sentence with which somebody comes from the list. */
const SENTENCE = 'ask'

/** Where a scene is said in one sentence; below stands what became of it. */
export default function AskLine() {
  const [search, change] = useAddress()
  const [sentence, setSentence] = useState(() => search.get(SENTENCE) ?? '')
  const arrived = useEffectEvent(() => {
    if (search.has(SENTENCE)) change({ [SENTENCE]: undefined })
  })
  useEffect(() => arrived(), [])
  return (
    <div className={styles.ask}>
      <SentenceField
        value={sentence}
        onChange={setSentence}
        onFocus={() => void loadAnswer().catch(() => {})}
      />
      {sentence.trim() !== '' && (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <Answer sentence={sentence} onTaken={() => setSentence('')} />
        </Suspense>
      )}
    </div>
  )
}
