/** Runs when it is imported. */
export {}
