import { mount } from 'svelte';
import App from './App.svelte';
import { guardDoublePresses } from './ui/double-press.ts';
import './ui/tokens.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
guardDoublePresses(window);
mount(App, { target });
