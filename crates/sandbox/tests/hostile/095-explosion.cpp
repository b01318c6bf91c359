// Row 95: a short line and complaints without end.
template<class T>struct A{A<A<T>>operator->(){return{};}};int main(){A<int>a;a->x;}
