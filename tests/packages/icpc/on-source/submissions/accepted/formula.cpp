#include <cstdio>
int n;int main(){scanf("%d",&n);printf("%d",n*-~n/2);}
