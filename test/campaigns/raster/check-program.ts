/** Checks received pages in a separate process, while the app continues to print. */
import { checkOrder, type CheckTask } from './check.ts';

process.on('message', (task: CheckTask) => {
  void checkOrder(task).then((checked) => process.send?.(checked));
});
